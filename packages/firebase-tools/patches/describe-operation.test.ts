import { describe, expect, it } from 'vitest';
import { describeOperation, type Operation } from './describe-operation.ts';

function operation(server: string, method: string, url: string, headers = {}): Operation | undefined {
  return describeOperation(server, { method, url, headers });
}

const ACCOUNTS = '/identitytoolkit.googleapis.com/v1';

describe('describeOperation', () => {
  it.each([
    ['auth', 'POST', `${ACCOUNTS}/accounts:signUp?key=k`, 'accounts:signUp'],
    ['auth', 'POST', `${ACCOUNTS}/accounts:signInWithPassword?key=k`, 'accounts:signInWithPassword'],
    ['auth', 'POST', `${ACCOUNTS}/projects/demo/accounts:update`, 'projects.accounts:update'],
    [
      'auth',
      'POST',
      `${ACCOUNTS}/projects/demo/tenants/t/accounts:lookup`,
      'projects.tenants.accounts:lookup',
    ],
    ['auth', 'POST', `${ACCOUNTS}/projects/demo/accounts`, 'POST projects.accounts'],
    ['auth', 'POST', '/securetoken.googleapis.com/v1/token?key=k', 'token'],
    ['auth', 'GET', '/emulator/v1/projects/demo/oobCodes', 'emulator.GET projects.oobCodes'],
    ['auth', 'GET', '/emulator/action?mode=resetPassword&oobCode=c', 'emulator.GET action'],
    ['storage', 'POST', '/v0/b/demo.app/o?name=a%2Fb.png', 'storage.objects.insert'],
    ['storage', 'GET', '/v0/b/demo.app/o/a%2Fb.png?alt=media&token=t', 'storage.objects.get'],
    ['storage', 'GET', '/v0/b/demo.app/o?prefix=a', 'storage.objects.list'],
    ['storage', 'PATCH', '/v0/b/demo.app/o/a', 'storage.objects.update'],
    ['storage', 'DELETE', '/storage/v1/b/demo.app/o/a', 'storage.objects.delete'],
    ['storage', 'POST', '/upload/storage/v1/b/demo.app/o?uploadType=multipart', 'storage.objects.insert'],
    ['storage', 'PUT', '/upload/storage/v1/b/demo.app/o?upload_id=1', 'storage.objects.insert'],
    ['storage', 'GET', '/download/storage/v1/b/demo.app/o/a?alt=media', 'storage.objects.get'],
    ['storage', 'POST', '/storage/v1/b/demo.app/o/a/rewriteTo/b/demo.app/o/c', 'storage.objects.rewrite'],
    ['storage', 'GET', '/storage/v1/b', 'storage.buckets.list'],
    ['storage', 'PUT', '/demo.app/folder/a.png?X-Goog-Signature=s', 'storage.objects.insert'],
    ['hosting', 'GET', '/about/team?ref=1', 'GET /about/team'],
  ])('names %s %s %s "%s"', (server, method, url, name) => {
    const described = operation(server, method, url);
    expect(described).toMatchObject({ service: server, name });
    expect(JSON.stringify(described)).not.toMatch(/[?&](key|token|oobCode|X-Goog-Signature)=/);
  });

  it('names bucket and object of an upload, from the path or the query', () => {
    const expected = { 'storage.bucket': 'demo.app', 'storage.object': 'a/b.png' };
    for (const url of ['/v0/b/demo.app/o?name=a%2Fb.png', '/v0/b/demo.app/o/a%2Fb.png', '/demo.app/a/b.png'])
      expect(operation('storage', 'GET', url)?.attributes).toMatchObject(expected);
  });

  it('names the run of a schedule by its job, but no other request to functions', () => {
    const headers = { 'x-cloudscheduler-jobname': 'firebase-schedule-clean-up-us-central1' };
    expect(operation('functions', 'POST', '/functions/projects/demo/triggers/clean', headers)).toMatchObject({
      service: 'schedules',
      name: 'schedule firebase-schedule-clean-up-us-central1',
    });
    expect(operation('functions', 'POST', '/demo/us-central1/createOrder')).toBeUndefined();
  });

  it.each([
    ['auth', 'GET', '/'],
    ['auth', 'OPTIONS', `${ACCOUNTS}/accounts:signUp`],
    ['storage', 'PUT', '/internal/setRules'],
    ['hub', 'GET', '/emulators'],
  ])('records nothing of %s %s %s', (server, method, url) =>
    expect(operation(server, method, url)).toBeUndefined(),
  );

  it('does not throw for a path that cannot be decoded', () => {
    expect(operation('storage', 'GET', '/v0/b/demo.app/o/%E0%A4%A')?.name).toBe('storage.objects.get');
  });
});
