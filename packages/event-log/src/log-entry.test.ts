import { describe, expect, it } from 'vitest';
import { logEntries } from './log-entry.ts';

describe('logEntries', () => {
  it('reads severity, message and data of a structured line', () => {
    const line = JSON.stringify({
      severity: 'WARNING',
      message: 'Stock is low',
      document: 'd1',
      'logging.googleapis.com/trace': 'projects/p/traces/t',
    });
    expect(logEntries(line, 'INFO')).toEqual([
      {
        severity: 'WARNING',
        body: 'Stock is low',
        attributes: { document: 'd1' },
      },
    ]);
  });

  it.each(['plain text', '{ not JSON', '[1]', '7'])(
    'treats %j as text with the severity of its stream',
    (line) => {
      expect(logEntries(line, 'ERROR')).toEqual([{ severity: 'ERROR', body: line, attributes: {} }]);
    },
  );

  it('removes secrets from the message and the data', () => {
    const line = JSON.stringify({
      severity: 'INFO',
      message: 'card 4242424242424242',
      user: { password: 'x' },
    });
    expect(logEntries(line, 'INFO')).toEqual([
      {
        severity: 'INFO',
        body: 'card [redacted]',
        attributes: { user: { password: '[redacted]' } },
      },
    ]);
  });

  it.each([
    'Error: no stock\n    at reserve (order.js:3:9)\n\n    at run (order.js:9:1)',
    '{\n  "severity": "INFO",\n  "message": "a"\n}',
    'first\n{"severity":"INFO","message":"second"}',
  ])('keeps the lines of %j in one entry', (text) => {
    expect(logEntries(`${text}\n`, 'ERROR')).toEqual([{ severity: 'ERROR', body: text, attributes: {} }]);
  });

  it('returns an entry for each structured line of a write, and none for white space', () => {
    const line = (message: string) => JSON.stringify({ severity: 'INFO', message });
    const entries = logEntries(`${line('one')}\n${line('two')}\n`, 'ERROR');
    expect(entries.map(({ severity, body }) => `${severity} ${body}`)).toEqual(['INFO one', 'INFO two']);
    expect(logEntries(' \n\n', 'INFO')).toEqual([]);
  });
});
