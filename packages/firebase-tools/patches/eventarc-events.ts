// The Eventarc emulator passes an event on with JSON or plain text only, and refuses one without
// data, which CloudEvents may be and firebase-admin sends.
import { patchModule } from '../patch.ts';

/** An event as a channel of Eventarc has it: each attribute has one field, named after its type. */
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
