// Runs every recorded case that can be sent to an emulator: loads the rules, stores the documents
// and sends the request over REST, or with the web SDK over gRPC for a listener.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientResponse, EmulatorClient } from './emulator-client.ts';
import { type EmulatorProcess, startEmulatorProcess } from './emulator-process.ts';
import { groupOf, type RulesCase, readCases } from './rules-case.ts';
import { noWireFormReason, seedRequest, wireRequest } from './wire-request.ts';

const cases = readCases();
const sendable = cases.filter((rulesCase) => noWireFormReason(rulesCase) === undefined);
const passed = new Map<string, number>();

let emulator: EmulatorProcess;

beforeAll(async () => {
  emulator = await startEmulatorProcess();
}, 30_000);

afterAll(async () => {
  await emulator.stop();
  const lines = [...new Set(cases.map(groupOf))].map((group) => {
    const members = cases.filter((rulesCase) => groupOf(rulesCase) === group);
    const sent = members.filter((rulesCase) => sendable.includes(rulesCase));
    return `  ${group.padEnd(8)} ${passed.get(group) ?? 0}/${sent.length} (${members.length - sent.length} cannot be sent)`;
  });
  const total = [...passed.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    ['over the wire, passed/total:', ...lines, `  ${'all'.padEnd(8)} ${total}/${sendable.length}`].join('\n'),
  );
});

/**
 * Sends a case. Returns the response to the rules if they were rejected, otherwise the response to
 * the request.
 */
async function send({
  id,
  rules,
  docs,
  request,
}: RulesCase): Promise<ClientResponse & { rulesRejected: boolean }> {
  const client = new EmulatorClient(emulator.address, `case-${id}`);
  if (rules !== '') {
    const response = await client.putRules(rules);
    if (response.status !== 200) return { ...response, rulesRejected: true };
  }
  if (Object.keys(docs).length > 0) {
    expect(await client.call(seedRequest(docs, client.name), 'owner')).toMatchObject({ status: 200 });
  }
  const isListen = request.method === 'listen';
  const path = request.documents?.[0] ?? request.collection ?? '';
  const response = isListen
    ? await client.listen(path, request.auth)
    : await client.call(wireRequest(request, client.name), request.auth);
  return { ...response, rulesRejected: false };
}

/**
 * Compares what a client can observe: whether the rules compiled and whether they allowed the
 * request.
 */
function agrees(
  { expect: expected, message = '' }: RulesCase,
  response: ClientResponse & { rulesRejected: boolean },
): boolean {
  if (expected === 'compile-error') return response.rulesRejected && response.message.includes(message);
  if (response.rulesRejected || response.status === 401 || response.status >= 500) return false;
  const isDenied = response.status === 403;
  return expected === 'allow' ? !isDenied : isDenied && response.message.includes(message);
}

describe.each([...new Set(sendable.map(groupOf))])('the emulator, group %s', (group) => {
  const members = sendable.filter((rulesCase) => groupOf(rulesCase) === group);
  it.each(members.map((rulesCase) => [rulesCase.id, rulesCase] as const))(
    'agrees with the recorded verdict of %s',
    async (_id, rulesCase) => {
      const response = await send(rulesCase);
      const agreed = agrees(rulesCase, response);
      if (agreed) passed.set(group, (passed.get(group) ?? 0) + 1);
      expect(
        agreed,
        `expected ${rulesCase.expect} ${rulesCase.message ?? ''}, got ${JSON.stringify(response)}`,
      ).toBe(true);
    },
  );
});
