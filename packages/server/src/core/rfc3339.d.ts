/**
 * Whether a text is a date and time that exists, in the form of RFC 3339, section 5.7, that
 * protobuf's JSON has.
 */
export declare function isTimestamp(text: string): boolean;
