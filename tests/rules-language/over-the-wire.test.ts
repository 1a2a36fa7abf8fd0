// Runs every recorded case that has a wire form against a real emulator: rules are put, documents stored and requests
// sent as clients send them, over REST, listens over gRPC by the web SDK.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientResponse, EmulatorClient } from './emulator-client.ts';
import { type EmulatorProcess, startEmulatorProcess } from './emulator-process.ts';
import { readKnownDifferences } from './known-differences.ts';
import { groupOf, type RulesCase, readCases } from './rules-case.ts';
import { noWireFormReason, seedRequest, wireRequest } from './wire-request.ts';

const cases = readCases();
const wired = cases.filter((rulesCase) => noWireFormReason(rulesCase) === undefined);
const choices = readKnownDifferences();
const passed = new Map<string, number>();

let emulator: EmulatorProcess;

beforeAll(async () => {
  emulator = await startEmulatorProcess();
}, 30_000);

afterAll(async () => {
  await emulator.stop();
  const lines = [...new Set(cases.map(groupOf))].map((group) => {
    const members = cases.filter((rulesCase) => groupOf(rulesCase) === group);
    const sent = members.filter((rulesCase) => wired.includes(rulesCase));
    return `  ${group.padEnd(8)} ${passed.get(group) ?? 0}/${sent.length} (${members.length - sent.length} have no wire form)`;
  });
  const total = [...passed.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    ['over the wire, passed/total:', ...lines, `  ${'all'.padEnd(8)} ${total}/${wired.length}`].join('\n'),
  );
});

/** Sends a case; the answer to the rules when they were refused, to the request otherwise. */
async function send({
  id,
  rules,
  docs,
  request,
}: RulesCase): Promise<ClientResponse & { refusedRules: boolean }> {
  const client = new EmulatorClient(emulator.address, `case-${id}`);
  if (rules !== '') {
    const answer = await client.putRules(rules);
    if (answer.status !== 200) return { ...answer, refusedRules: true };
  }
  if (Object.keys(docs).length > 0) {
    expect(await client.call(seedRequest(docs, client.name), 'owner')).toMatchObject({ status: 200 });
  }
  const isListen = request.method === 'listen';
  const path = request.documents?.[0] ?? request.collection ?? '';
  const answer = isListen
    ? await client.listen(path, request.auth)
    : await client.call(wireRequest(request, client.name), request.auth);
  return { ...answer, refusedRules: false };
}

/** What a client can tell: whether rules loaded and whether they let it through. What comes after is not theirs. */
function agrees(
  { expect: expected, message = '' }: RulesCase,
  answer: ClientResponse & { refusedRules: boolean },
): boolean {
  if (expected === 'compile-error') return answer.refusedRules && answer.message.includes(message);
  if (answer.refusedRules || answer.status === 401 || answer.status >= 500) return false;
  const isDenied = answer.status === 403;
  return expected === 'allow' ? !isDenied : isDenied && answer.message.includes(message);
}

describe.each([...new Set(wired.map(groupOf))])('%s', (group) => {
  const members = wired.filter((rulesCase) => groupOf(rulesCase) === group);
  test.each(members.map((rulesCase) => [rulesCase.id, rulesCase] as const))('%s', async (id, rulesCase) => {
    const answer = await send(rulesCase);
    const chosen = choices.get(id);
    const expected =
      chosen === undefined ? rulesCase : { ...rulesCase, expect: chosen as RulesCase['expect'], message: '' };
    const agreed = agrees(expected, answer);
    if (agreed && chosen === undefined) passed.set(group, (passed.get(group) ?? 0) + 1);
    expect(
      agreed,
      `expected ${expected.expect} ${expected.message ?? ''}, got ${JSON.stringify(answer)}`,
    ).toBe(true);
  });
});
