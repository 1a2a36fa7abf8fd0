import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const NAMES = ['port', 'host', 'webhook-url', 'webhook-secret', 'quiet'];

describe('nearestName', () => {
  it.each([
    ['prot', 'port'],
    ['webhook-uri', 'webhook-url'],
    ['webhok-secret', 'webhook-secret'],
    ['quite', 'quiet'],
    ['ports', 'port'],
  ])('suggests the name with the fewest edits: %s gives %s', (mistyped, name) => {
    expect(nearestName(mistyped, NAMES)).toBe(name);
  });

  it.each(['explode', 'xy', '', 'q'])('suggests nothing when no name is near "%s"', (mistyped) => {
    expect(nearestName(mistyped, NAMES)).toBeNull();
  });
});
