// The Eventarc emulator delivers only events with JSON or plain text. It refuses events without
// data, which CloudEvents permits and firebase-admin sends.
import { patchModule } from '../patch.ts';

/** An event in an Eventarc channel: each attribute has one field, named after its type. */
interface ChannelEvent {
  readonly id: string;
  readonly type: string;
  readonly specVersion: string;
  readonly source: string;
  readonly attributes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly textData?: string;
}

interface EventarcUtils {
  cloudEventFromProtoToJson(event: ChannelEvent): object;
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json(?:;|$)/i;

export const eventarcEvents = patchModule<EventarcUtils>('lib/emulator/eventarcEmulatorUtils.js', {
  expected: {
    'cloudEventFromProtoToJson(event)': ({ cloudEventFromProtoToJson }) =>
      cloudEventFromProtoToJson.length === 1,
  },
  apply(utils) {
    utils.cloudEventFromProtoToJson = ({ id, type, specVersion, source, attributes, textData }) => {
      const values = Object.fromEntries(
        Object.entries(attributes ?? {}).map(([name, value]) => [name, Object.values(value)[0]]),
      );
      const event = { id, type, specversion: specVersion, source, ...values };
      if (textData === undefined) return event;
      const isJson = JSON_TYPE.test(String(values.datacontenttype));
      return { ...event, data: isJson ? JSON.parse(textData) : textData };
    };
  },
});
