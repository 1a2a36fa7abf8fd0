import { describe, expect, it } from 'vitest';
import { logEntry } from './log-entry.ts';

describe('logEntry', () => {
  it('reads severity, message and data of a structured line', () => {
    const line = JSON.stringify({
      severity: 'WARNING',
      message: 'Stock is low',
      document: 'd1',
      'logging.googleapis.com/trace': 'projects/p/traces/t',
    });
    expect(logEntry(line, 'INFO')).toEqual({
      severity: 'WARNING',
      body: 'Stock is low',
      attributes: { document: 'd1' },
    });
  });

  it.each(['plain text', '{ not JSON', '[1]', '7'])(
    'takes %j as text with the severity of its stream',
    (line) => {
      expect(logEntry(line, 'ERROR')).toEqual({ severity: 'ERROR', body: line, attributes: {} });
    },
  );

  it('removes secrets from the message and the data', () => {
    const line = JSON.stringify({
      severity: 'INFO',
      message: 'card 4242424242424242',
      user: { password: 'x' },
    });
    expect(logEntry(line, 'INFO')).toEqual({
      severity: 'INFO',
      body: 'card [redacted]',
      attributes: { user: { password: '[redacted]' } },
    });
  });
});
