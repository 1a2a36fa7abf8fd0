import { describe, expect, it } from 'vitest';
import { StackClients } from './stack-clients.ts';

describe('the clients of a stack', () => {
  it('report where firebase-admin is missing and how to install it', async () => {
    const stack = {
      name: 'one',
      projectId: 'demo-one',
      folders: ['/nowhere/a', '/nowhere/b'],
      environment: {},
    };
    const clients = new StackClients(stack);
    await expect(clients.get()).rejects.toThrow(
      'firebase-admin is not installed in /nowhere/a or /nowhere/b. Run: npm install --save-dev firebase-admin',
    );
    await clients.close();
  });
});
