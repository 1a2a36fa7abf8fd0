import { type AllowCommands } from '@savepoint/server/guard/request-guard';
import { UsageError } from '@savepoint/server/process/command-line';
import type { LimitsMode } from '../emulator/firestore-emulator.ts';
import type { ExpectedHotspots } from '../limits/traffic.ts';
/** The settings from the command line. */
export interface CommandLine {
    readonly host: string;
    readonly port: number;
    /** Port of the request monitor; undefined turns it off. */
    readonly websocketPort: number | undefined;
    /** The project of --import and of single project mode. */
    readonly projectId: string;
    readonly rules: string | undefined;
    readonly indexes: string | undefined;
    /** A firebase.json with the rules and indexes of each database. */
    readonly config: string | undefined;
    readonly requireIndexes: boolean;
    readonly dataDir: string | undefined;
    /** An `….overall_export_metadata` file or the folder that contains it. */
    readonly importFrom: string | undefined;
    /** host:port of the functions emulator. */
    readonly functionsEmulator: string | undefined;
    /** How to treat requests for other projects than `projectId`. */
    readonly singleProjectMode: 'off' | 'warn' | 'error';
    /** Pipelines need the enterprise edition, as in production. */
    readonly edition: 'standard' | 'enterprise';
    /** How to treat operations beyond production's soft limits. */
    readonly limits: LimitsMode;
    /** What may exceed a soft limit, and why. */
    readonly expectedHotspots: ExpectedHotspots;
    readonly allowedHosts: readonly string[];
    /** Origins of web pages on other machines that may call, e.g. `https://app.example:5173`. */
    readonly allowedOrigins: readonly string[];
    /** How the developer allows further callers. */
    readonly allow: AllowCommands;
    /** The folder that exports are written below; undefined is the working directory. */
    readonly exportRoot: string | undefined;
    readonly exitWithParent: boolean;
    /** Starts although a rules file does not compile, and denies every request until it does. */
    readonly denyBrokenRules: boolean;
    /** Logs one line per request. */
    readonly logRequests: boolean;
    /** Base URL of an OTLP receiver that gets the spans of all requests. */
    readonly otlpEndpoint: string | undefined;
}
/** The project of --import when neither --project nor GCLOUD_PROJECT is set. */
export declare const DEFAULT_PROJECT = "demo-project";
declare const FLAGS: {
    readonly host: {
        readonly value: 'HOST';
        readonly expected: 'a host name or IP address without a port';
        readonly pattern: RegExp;
        readonly description: 'address to listen on (127.0.0.1)';
    };
    readonly port: {
        readonly value: 'PORT';
        readonly expected: 'a port from 0 to 65535';
        readonly description: 'gRPC, REST, WebChannel and admin endpoints (8080; 0 takes a free one)';
    };
    readonly rules: {
        readonly value: 'FILE';
        readonly expected: 'a security rules file';
        readonly description: 'security rules; without them everything is allowed';
    };
    readonly project: {
        readonly value: 'ID';
        readonly expected: 'a project id';
        readonly pattern: RegExp;
        readonly description: "project of --import and --single-project-mode (demo-project)";
    };
    readonly indexes: {
        readonly value: 'FILE';
        readonly expected: 'a firestore.indexes.json file';
        readonly description: 'firestore.indexes.json: its TTL policies, and its indexes for --require-indexes';
    };
    readonly config: {
        readonly value: 'FILE';
        readonly expected: 'a firebase.json file';
        readonly description: 'firebase.json: rules and indexes of each database in it, in place of --rules and --indexes';
    };
    readonly 'require-indexes': {
        readonly description: 'fail queries whose composite index is not defined, as production does';
    };
    readonly 'data-dir': {
        readonly value: 'FOLDER';
        readonly expected: 'a folder';
        readonly description: 'persist the documents on disk';
    };
    readonly import: {
        readonly value: 'PATH';
        readonly expected: "an export folder or its overall_export_metadata file";
        readonly description: "start with an export of this emulator, of Google's, or of production";
    };
    readonly 'functions-emulator': {
        readonly value: 'HOST:PORT';
        readonly expected: 'HOST:PORT, e.g. 127.0.0.1:5001';
        readonly pattern: RegExp;
        readonly description: 'functions emulator that document triggers are delivered to';
    };
    readonly 'websocket-port': {
        readonly value: 'PORT';
        readonly expected: 'a port from 0 to 65535';
        readonly description: 'request monitor of the Emulator UI';
    };
    readonly 'single-project-mode': {
        readonly value: 'true|false';
        readonly expected: 'true or false';
        readonly pattern: RegExp;
        readonly description: 'warn about requests for other projects than --project';
    };
    readonly 'single-project-mode-error': {
        readonly value: 'true|false';
        readonly expected: 'true or false';
        readonly pattern: RegExp;
        readonly description: 'reject requests for other projects than --project';
    };
    readonly 'allowed-host': {
        readonly value: 'NAME';
        readonly expected: 'a host name without scheme and port';
        readonly pattern: RegExp;
        readonly description: 'serve requests with this Host header too (repeatable)';
    };
    readonly 'allowed-origin': {
        readonly value: 'ORIGIN';
        readonly expected: 'the origin of a web page, e.g. https://app.example:5173';
        readonly pattern: RegExp;
        readonly description: 'serve web pages of this origin too, not only those of this machine (repeatable)';
    };
    readonly 'export-root': {
        readonly value: 'FOLDER';
        readonly expected: 'a folder';
        readonly description: 'write exports only below this folder (the working directory)';
    };
    readonly 'deny-broken-rules': {
        readonly description: 'start although the rules do not compile, and deny every request until they do';
    };
    readonly 'log-requests': {
        readonly description: 'log one line per request: allow or deny, and the line of the rule';
    };
    readonly 'otlp-endpoint': {
        readonly value: 'URL';
        readonly expected: 'a URL such as http://127.0.0.1:4318';
        readonly pattern: RegExp;
        readonly description: 'send a trace of each request to this OTLP receiver (OTEL_EXPORTER_OTLP_ENDPOINT)';
    };
    readonly 'exit-with-parent': {
        readonly description: 'stop when the process that started this one ends';
    };
    readonly 'database-edition': {
        readonly value: 'EDITION';
        readonly expected: 'standard or enterprise';
        readonly pattern: RegExp;
        readonly description: 'standard, or enterprise to serve pipelines (standard)';
    };
    readonly limits: {
        readonly value: 'MODE';
        readonly expected: 'off, warn or enforce';
        readonly pattern: RegExp;
        readonly description: "production's soft limits: warn beyond them, or enforce them (off)";
    };
    readonly 'expected-hotspot': {
        readonly value: 'PATH=REASON';
        readonly expected: 'the path of a document or collection, * for an id, and a reason: counters/*=REASON';
        readonly pattern: RegExp;
        readonly description: 'do not warn about this document or collection (repeatable)';
    };
    readonly 'webchannel-port': {
        readonly value: 'PORT';
        readonly expected: 'a port from 0 to 65535';
    };
};
type FlagName = keyof typeof FLAGS;
/**
 * Parses the arguments after the program's name: the flags above and those that firebase-tools
 * passes to Google's emulator. `environment` supplies settings that no flag sets. Throws
 * what `parseFlags` does.
 */
export declare function parseCommandLine(argv: readonly string[], environment: NodeJS.ProcessEnv, version?: string): CommandLine;
/**
 * The UsageError for a flag whose file or folder cannot be used, e.g. `--rules r: expected …; no
 * such file or folder.`
 */
export declare function unusablePath(flag: FlagName, path: string, error: unknown): UsageError;
export {};
