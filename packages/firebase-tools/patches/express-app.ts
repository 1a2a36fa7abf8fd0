import type { Application, Request, Response } from 'express';

type Handle = (request: Request, response: Response, ...others: readonly unknown[]) => unknown;

/** An Express app with its request handling method, which @types/express does not declare. */
export interface App extends Application {
  handle: Handle;
}
