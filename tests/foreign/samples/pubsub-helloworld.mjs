import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emulatorUrl, PROJECT, post } from './stack.mjs';

const options = { timeout: 120_000 };

/**
 * Publishes a message and resolves when a function has logged the text: the samples do nothing
 * else.
 */
async function publishAndWaitForLog(topic, message, text) {
  const url = `http://${process.env.PUBSUB_EMULATOR_HOST}/v1/projects/${PROJECT}/topics/${topic}:publish`;
  const socket = new WebSocket((await emulatorUrl('logging')).replace('http:', 'ws:'));
  try {
    const isLogged = new Promise((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => {
        if (JSON.stringify(JSON.parse(data)).includes(text)) resolve();
      });
      socket.addEventListener('error', reject);
    });
    const { status } = await post(url, { messages: [message] });
    assert.equal(status, 200);
    await isLogged;
  } finally {
    socket.close();
  }
}

const encode = (text) => Buffer.from(text).toString('base64');

test('hellopubsub greets the text of a message', options, () =>
  publishAndWaitForLog('topic-name', { data: encode('Ada') }, 'Hello Ada!'),
);

test('hellopubsubjson greets the name in a JSON message', options, () =>
  publishAndWaitForLog('another-topic-name', { data: encode('{"name":"Grace"}') }, 'Hello Grace!'),
);

test('hellopubsubattributes greets the name in the attributes of a message', options, () =>
  publishAndWaitForLog('yet-another-topic-name', { attributes: { name: 'Edsger' } }, 'Hello Edsger!'),
);
