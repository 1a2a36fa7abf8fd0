import type {
  DescMessage,
  DescMethod,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';

/** The call as seen by a method. */
export interface CallContext {
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** An HTTP header, or gRPC metadata. */
  readonly header?: (name: string) => string | undefined;
}

type Implementation<M extends DescMethod> = M extends {
  readonly methodKind: 'bidi_streaming';
  readonly input: infer I extends DescMessage;
  readonly output: infer O extends DescMessage;
}
  ? (requests: AsyncIterable<MessageShape<I>>, call: CallContext) => AsyncIterable<MessageInitShape<O>>
  : M extends { readonly input: infer I extends DescMessage; readonly output: infer O extends DescMessage }
    ? (request: MessageShape<I>, call: CallContext) => MessageInitShape<O> | Promise<MessageInitShape<O>>
    : never;

/** The methods of a service by lowerCamelCase name. They throw RpcError. */
export type ServiceImplementation<S extends DescService> = {
  readonly [Name in keyof S['method']]: Implementation<S['method'][Name]>;
};
