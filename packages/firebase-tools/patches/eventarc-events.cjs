// The Eventarc emulator passes an event on with JSON or plain text only, and refuses one without
// data, which CloudEvents may be and firebase-admin sends.
exports.module = 'lib/emulator/eventarcEmulatorUtils.js';

exports.expected = {
  'cloudEventFromProtoToJson(event)': ({ cloudEventFromProtoToJson }) =>
    cloudEventFromProtoToJson.length === 1,
};

const JSON_TYPE = /^application\/([\w.-]+\+)?json(?:;|$)/i;

exports.apply = (utils) => {
  utils.cloudEventFromProtoToJson = ({ id, type, specVersion, source, attributes, textData }) => {
    // Each attribute has one field, which is named after its type: { ceString: 'a' }.
    const values = Object.entries(attributes ?? {}).map(([name, value]) => [name, Object.values(value)[0]]);
    const event = { id, type, specversion: specVersion, source, ...Object.fromEntries(values) };
    if (textData === undefined) return event;
    return { ...event, data: JSON_TYPE.test(event.datacontenttype) ? JSON.parse(textData) : textData };
  };
};
