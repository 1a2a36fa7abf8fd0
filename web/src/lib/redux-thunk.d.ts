import type { ThunkAction } from '@reduxjs/toolkit';
import type { Action, UnknownAction } from 'redux';

// The store of the shop has the thunk middleware, so its dispatch takes thunks wherever it is
// passed to.
declare module 'redux' {
  interface Dispatch<A extends Action = UnknownAction> {
    <Dispatched extends A>(action: Dispatched): Dispatched;
    <Result, State, Extra>(thunk: ThunkAction<Result, State, Extra, A>): Result;
  }
}
