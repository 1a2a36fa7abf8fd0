import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmulatorUnderTest, startSavepoint } from '../conformance/emulator-under-test.ts';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { AREA_NAMES } from './areas.ts';
import { readCorpus } from './corpus.ts';
import { findReference } from './reference.ts';
import { replayCase } from './replay-corpus.ts';
import { findingText } from './report.ts';
import { DifferenceSearch, type Finding } from './search-differences.ts';
import { Server } from './server.ts';
import { ServerPair } from './server-pair.ts';

/** Blocks of 20 cases; fewer on a machine that is too busy for them. */
const BLOCKS = 20;
const RANDOM_CASES_MS = 60_000;
const SEED = 1;
const reference = findReference();

describe('the recorded responses of Google’s emulator', () => {
  let ours: EmulatorUnderTest;
  beforeAll(async () => {
    ours = await startSavepoint();
  }, 60_000);
  afterAll(() => ours.close());

  for (const { area, cases } of readCorpus()) {
    for (const [index, recorded] of cases.entries()) {
      it(`${area}: the emulator ${recorded.name}`, async () => {
        const server = new Server('savepoint', ours.host);
        const { result, difference } = await replayCase(area, recorded, server, `corpus-${area}-${index}`);
        expect(result, JSON.stringify(difference, null, 1)).not.toBe('different');
      });
    }
  }
});

describe.runIf(IS_DEEP_RUN && !('missing' in reference))('random cases', () => {
  it('have the same outcome on Google’s emulator, known differences aside', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'savepoint-parity-'));
    const servers = await ServerPair.start((reference as { jar: string }).jar, undefined, [
      '--export-root',
      folder,
    ]);
    const findings: Finding[] = [];
    try {
      const deadline = Date.now() + RANDOM_CASES_MS;
      const search = new DifferenceSearch(servers, {
        deadline,
        folder,
        onFinding: (finding) => findings.push(finding),
        onNotice: console.log,
      });
      await search.run({ areas: AREA_NAMES, seed: SEED, lanes: 2, blocks: BLOCKS });
      const compared = [...search.counts.values()].reduce((sum, { requests }) => sum + requests, 0);
      expect(compared).toBeGreaterThan(200);
    } finally {
      await servers.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(findings.map(findingText).join('\n')).toBe('');
  }, 180_000);
});
