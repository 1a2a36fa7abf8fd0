/** An account of the shop in a social network. */
export interface SocialAccount {
  readonly name: string;
  readonly url: string;
}

/** settings/store: the store's identity. */
export interface StoreSettings {
  /** The sender of emails and parcels. */
  readonly senderName: string;
  /** Lines as on a parcel label; empty until the owner enters them. */
  readonly returnAddress: string;
  readonly social: readonly SocialAccount[];
}

/** The defaults link to the networks themselves, because the shop has no accounts. */
export const DEFAULT_STORE: StoreSettings = {
  senderName: 'Savepoint',
  returnAddress: '',
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'Twitch', url: 'https://www.twitch.tv/' },
    { name: 'Discord', url: 'https://discord.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
};
