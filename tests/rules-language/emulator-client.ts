import { createMockUserToken } from '@firebase/util';
import { initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  getFirestore,
  onSnapshot,
  setLogLevel,
  terminate,
} from 'firebase/firestore';
import type { CaseRequest } from './rules-case.ts';
import type { WireRequest } from './wire-request.ts';

/** The result of a request: the HTTP status and, for an error, its message. */
export interface ClientResponse {
  readonly status: number;
  readonly message: string;
}

type Auth = CaseRequest['auth'];

/** A client of one project of a running emulator, over REST and the web SDK. */
export class EmulatorClient {
  readonly #address: string;
  readonly #projectId: string;

  constructor(address: string, projectId: string) {
    this.#address = address;
    this.#projectId = projectId;
  }

  /** The resource name of a document path. */
  readonly name = (path: string): string =>
    `projects/${this.#projectId}/databases/(default)/documents/${path}`;

  /** Loads rules from source. */
  async putRules(content: string): Promise<ClientResponse> {
    const url = `http://${this.#address}/emulator/v1/projects/${this.#projectId}:securityRules`;
    return toClientResponse(
      await fetch(url, { method: 'PUT', body: JSON.stringify({ rules: { files: [{ content }] } }) }),
    );
  }

  /** Sends a REST request as a user. */
  async call({ verb, path, body }: WireRequest, auth: Auth): Promise<ClientResponse> {
    const url = `http://${this.#address}/v1/${this.name('').slice(0, -1)}${path}`;
    const authorization = this.#authorization(auth);
    const headers = {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    return toClientResponse(
      await fetch(url, { method: verb, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
    );
  }

  /**
   * Listens to a document or a collection with the web SDK, over gRPC, until the first snapshot or
   * error.
   */
  async listen(path: string, auth: Auth): Promise<ClientResponse> {
    setLogLevel('silent');
    const app = initializeApp({ projectId: this.#projectId, apiKey: 'none' }, `${this.#projectId}-${path}`);
    const firestore = getFirestore(app);
    const [host = '', port = ''] = this.#address.split(':');
    const user = auth !== null && typeof auth === 'object' ? { sub: auth.uid, ...auth.token } : undefined;
    connectFirestoreEmulator(
      firestore,
      host,
      Number(port),
      user === undefined ? {} : { mockUserToken: user as { sub: string } },
    );
    const segments = path.split('/').length;
    try {
      return await new Promise<ClientResponse>((resolve) => {
        const succeed = (): void => resolve({ status: 200, message: '' });
        const fail = ({ code, message }: { code: string; message: string }): void =>
          resolve({ status: code === 'permission-denied' ? 403 : 500, message });
        if (segments % 2 === 0) onSnapshot(doc(firestore, path), succeed, fail);
        else onSnapshot(collection(firestore, path), succeed, fail);
      });
    } finally {
      await terminate(firestore);
    }
  }

  /** The Authorization header of a user of this project. */
  authorizationOf(user: Exclude<Auth, null | undefined | 'owner'>): string {
    const claims = { sub: user.uid, ...user.token } as Parameters<typeof createMockUserToken>[0];
    return `Bearer ${createMockUserToken(claims, this.#projectId)}`;
  }

  #authorization(auth: Auth): string | undefined {
    if (auth === 'owner') return 'Bearer owner';
    return auth === null || auth === undefined ? undefined : this.authorizationOf(auth);
  }
}

async function toClientResponse(response: Response): Promise<ClientResponse> {
  const text = await response.text();
  if (response.ok) return { status: response.status, message: '' };
  const body = JSON.parse(text) as { error: { message: string } } | [{ error: { message: string } }];
  return { status: response.status, message: (Array.isArray(body) ? body[0] : body).error.message };
}
