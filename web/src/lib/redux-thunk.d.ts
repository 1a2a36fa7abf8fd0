import type { ThunkAction } from '@reduxjs/toolkit';
import type { Action, UnknownAction } from 'redux';

// The shop's store has the thunk middleware, so its dispatch accepts thunks everywhere.
declare module 'redux' {
  interface Dispatch<A extends Action = UnknownAction> {
    <Dispatched extends A>(action: Dispatched): Dispatched;
    <Result, State, Extra>(thunk: ThunkAction<Result, State, Extra, A>): Result;
  }
}
