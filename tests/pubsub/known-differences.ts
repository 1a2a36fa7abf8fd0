/**
 * The cases of the contract that Google's emulator (0.8.20) fails, with the reason. A case that it
 * passes fails the suite, so that the list stays up to date.
 */
export const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  'a negative acknowledgement of an ordered message delivers it and all later ones of its key again':
    'it delivers the later messages only after their own deadlines, and then before the rejected one',
  'a filter delivers only the messages whose attributes it accepts':
    'it stores filters and does not apply them',
  'a filter that is not valid is rejected': 'it does not parse filters',
  'a retry policy delays a message after a negative acknowledgement':
    'it stores retry policies and does not apply them',
  'an acknowledgement with exactly-once delivery succeeds once and fails for an expired lease':
    'it rejects an expired lease with INVALID_ARGUMENT and without details',
  'a subscriber never has more messages under way than its flow control admits':
    'it sends without regard to max_outstanding_messages',
  'a detached subscription delivers nothing more': 'DetachSubscription is not implemented there',
  'limits of production on messages and subscriptions are kept':
    'it accepts reserved and long attributes, short deadlines and any number of delivery attempts',
  'calls that are not supported are rejected by name': 'it implements schemas, which ours rejects by name',
};
