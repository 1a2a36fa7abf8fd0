// Settings that an owner changes without a developer. Each section is a public document,
// settings/{id}; an absent one means the defaults. Its draft and its versions are in subcollections
// that staff read. Only functions write them (functions/src/settings).
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
  /** A stricter schema for new values, if not all valid values may be entered. */
  readonly entrySchema?: z.ZodMiniType<Value>;
  /** The value while nothing is published. */
  readonly defaults: Value;
  /** The permission to change and publish it. */
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

/** The schema for entering values in a section. */
export function entrySchema<S extends SettingsSection>(section: S): z.ZodMiniType<SettingsValues[S]> {
  return SETTINGS[section].entrySchema ?? SETTINGS[section].schema;
}

/** settings/{section} */
export interface PublishedSettings<Value = unknown> {
  readonly value: Value;
  /** Counts from 1; 0 stands for the defaults, which have no document. */
  readonly version: number;
  /** ISO time. */
  readonly publishedAt: string;
}

/** settings/{section}/versions/{version}: a published value, with its time and author. */
export interface SettingsVersion<Value = unknown> extends PublishedSettings<Value> {
  readonly uid: string;
  readonly email?: string;
  /** The version that this one restores. */
  readonly restored?: number;
}

/** settings/{section}/drafts/current */
export interface SettingsDraft<Value = unknown> {
  readonly value: Value;
  /** ISO time; also the draft's version. */
  readonly savedAt: string;
  readonly uid: string;
  readonly email?: string;
  /** The ISO time of scheduled publication. */
  readonly publishAt?: string;
  /** Why scheduled publication failed. */
  readonly problem?: string;
}

export const settingsPath = (section: SettingsSection) => `settings/${section}`;
export const draftPath = (section: SettingsSection) => `settings/${section}/drafts/current`;
export const versionPath = (section: SettingsSection, version: number) =>
  `settings/${section}/versions/${String(version).padStart(6, '0')}`;

/**
 * The value of a section's document, or the defaults. Throws for an invalid one, so that no order
 * is priced with part of it.
 */
export function settingsValue<S extends SettingsSection>(section: S, stored: unknown): SettingsValues[S] {
  const { schema, defaults } = SETTINGS[section];
  const value = (stored as PublishedSettings | null | undefined)?.value;
  return value === undefined ? defaults : schema.parse(value);
}

/**
 * Settings that any page may need, as one file: /shop-settings.json. The content of text pages is
 * read by those pages only.
 */
export type ShopSettings = Omit<SettingsValues, 'pages'>;

const base = {
  section: z.enum(SETTINGS_SECTIONS as [SettingsSection, ...SettingsSection[]]),
  /** The version that the editor has seen: `aborted` if it has changed since. */
  version: z.int().check(z.gte(0)),
  draftSavedAt: z.optional(z.string().check(z.maxLength(40))),
};
/** Validated with its section's schema. */
const value = z.unknown();

/** `changeSettings` */
export const ChangeSettingsRequestSchema = z.discriminatedUnion('action', [
  /** Saves a draft that only staff see. */
  z.strictObject({ action: z.literal('save'), ...base, value }),
  /** Publishes a value now, or at `publishAt`, and removes the draft. */
  z.strictObject({
    action: z.literal('publish'),
    ...base,
    value,
    publishAt: z.optional(z.iso.datetime()),
  }),
  z.strictObject({ action: z.literal('discard'), ...base }),
  /** Republishes an earlier version; 0 stands for the defaults. */
  z.strictObject({ action: z.literal('restore'), ...base, restored: z.int().check(z.gte(0)) }),
]);
export type ChangeSettingsRequest = z.infer<typeof ChangeSettingsRequestSchema>;

/** Response of `changeSettings`. */
export interface ChangeSettingsResponse {
  /** The published version. */
  readonly version: number;
  /** The time of the remaining draft, if any. */
  readonly draftSavedAt?: string;
}
