// Settings that an owner changes without a developer. Each section is one document, settings/{id},
// which everybody may read; an absent one means the defaults. Its draft and its versions are in
// subcollections that staff read, and functions write all of them (functions/src/settings).
import * as z from 'zod/mini';
import { type ContentSettings, DEFAULT_CONTENT } from './content.ts';
import { DEFAULT_PAGES, type PagesSettings } from './pages.ts';
import type { Permission } from './roles.ts';
import {
  ContentSettingsSchema,
  PagesSettingsSchema,
  StoreSettingsSchema,
  TaxSettingsSchema,
} from './settings-schemas.ts';
import { DEFAULT_SHIPPING, type ShippingSettings } from './shipping.ts';
import { ShippingEntrySchema, ShippingSettingsSchema } from './shipping-schema.ts';
import { DEFAULT_STORE, type StoreSettings } from './store.ts';
import { DEFAULT_TAX, type TaxSettings } from './tax.ts';

/** The value of each section. */
export interface SettingsValues {
  readonly shipping: ShippingSettings;
  readonly tax: TaxSettings;
  readonly store: StoreSettings;
  readonly content: ContentSettings;
  readonly pages: PagesSettings;
}
export type SettingsSection = keyof SettingsValues;

interface SectionDefinition<Value> {
  readonly schema: z.ZodMiniType<Value>;
  /** What may be entered, where that is less than what is valid. */
  readonly entrySchema?: z.ZodMiniType<Value>;
  /** What holds while nothing is published. */
  readonly defaults: Value;
  /** Who may change and publish it. */
  readonly permission: Extract<Permission, 'editSettings' | 'editContent'>;
}

export const SETTINGS: { readonly [S in SettingsSection]: SectionDefinition<SettingsValues[S]> } = {
  shipping: {
    schema: ShippingSettingsSchema,
    entrySchema: ShippingEntrySchema,
    defaults: DEFAULT_SHIPPING,
    permission: 'editSettings',
  },
  tax: { schema: TaxSettingsSchema, defaults: DEFAULT_TAX, permission: 'editSettings' },
  store: { schema: StoreSettingsSchema, defaults: DEFAULT_STORE, permission: 'editSettings' },
  content: { schema: ContentSettingsSchema, defaults: DEFAULT_CONTENT, permission: 'editContent' },
  pages: { schema: PagesSettingsSchema, defaults: DEFAULT_PAGES, permission: 'editContent' },
};

export const SETTINGS_SECTIONS = Object.keys(SETTINGS) as SettingsSection[];

/** What may be entered in a section. */
export function entrySchema<S extends SettingsSection>(section: S): z.ZodMiniType<SettingsValues[S]> {
  return SETTINGS[section].entrySchema ?? SETTINGS[section].schema;
}

/** settings/{section} */
export interface PublishedSettings<Value = unknown> {
  readonly value: Value;
  /** Counts from 1; 0 are the defaults, which have no document. */
  readonly version: number;
  /** ISO time. */
  readonly publishedAt: string;
}

/** settings/{section}/versions/{version}: what was published, when and by whom. */
export interface SettingsVersion<Value = unknown> extends PublishedSettings<Value> {
  readonly uid: string;
  readonly email?: string;
  /** The version whose value this one repeats. */
  readonly restored?: number;
}

/** settings/{section}/drafts/current */
export interface SettingsDraft<Value = unknown> {
  readonly value: Value;
  /** ISO time; also its version. */
  readonly savedAt: string;
  readonly uid: string;
  readonly email?: string;
  /** When it is published by itself, an ISO time. */
  readonly publishAt?: string;
  /** Why that has failed. */
  readonly problem?: string;
}

export const settingsPath = (section: SettingsSection) => `settings/${section}`;
export const draftPath = (section: SettingsSection) => `settings/${section}/drafts/current`;
export const versionPath = (section: SettingsSection, version: number) =>
  `settings/${section}/versions/${String(version).padStart(6, '0')}`;

/**
 * The value of a section's document, the defaults where there is none. Throws for one that is not
 * valid, so that no order is priced by half of it.
 */
export function settingsValue<S extends SettingsSection>(section: S, stored: unknown): SettingsValues[S] {
  const { schema, defaults } = SETTINGS[section];
  const value = (stored as PublishedSettings | null | undefined)?.value;
  return value === undefined ? defaults : schema.parse(value);
}

/**
 * What every page may need, as one file: /shop-settings.json. The texts of pages are read by those
 * pages alone.
 */
export type ShopSettings = Omit<SettingsValues, 'pages'>;

const base = {
  section: z.enum(SETTINGS_SECTIONS as [SettingsSection, ...SettingsSection[]]),
  /** What the editor has seen: `aborted` when either has changed since. */
  version: z.int().check(z.gte(0)),
  draftSavedAt: z.optional(z.string().check(z.maxLength(40))),
};
/** Validated with the schema of its section. */
const value = z.unknown();

/** `changeSettings` */
export const ChangeSettingsRequestSchema = z.discriminatedUnion('action', [
  /** Keeps a draft that only staff see. */
  z.strictObject({ action: z.literal('save'), ...base, value }),
  /** Publishes a value now, or by itself at `publishAt`; the draft is gone then. */
  z.strictObject({
    action: z.literal('publish'),
    ...base,
    value,
    publishAt: z.optional(z.iso.datetime()),
  }),
  z.strictObject({ action: z.literal('discard'), ...base }),
  /** Publishes an earlier version again; 0 are the defaults. */
  z.strictObject({ action: z.literal('restore'), ...base, restored: z.int().check(z.gte(0)) }),
]);
export type ChangeSettingsRequest = z.infer<typeof ChangeSettingsRequestSchema>;

/** Response of `changeSettings`. */
export interface ChangeSettingsResponse {
  /** What is published now. */
  readonly version: number;
  /** Of the draft that is left, if any. */
  readonly draftSavedAt?: string;
}
