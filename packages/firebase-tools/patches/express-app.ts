import type { Application, Request, Response } from 'express';

type Handle = (request: Request, response: Response, ...others: readonly unknown[]) => unknown;

/** An Express app with the method that handles its requests, which @types/express does not have. */
export interface App extends Application {
  handle: Handle;
}
