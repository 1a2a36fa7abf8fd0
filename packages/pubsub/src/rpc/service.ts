import type {
  DescMessage,
  DescMethod,
  DescService,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';

/** What a method knows of its call. */
export interface CallContext {
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** A header of HTTP, or metadata of gRPC. */
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

/** The methods of a service by their lowerCamelCase names. They throw RpcError. */
export type ServiceImplementation<S extends DescService> = {
  readonly [Name in keyof S['method']]: Implementation<S['method'][Name]>;
};
