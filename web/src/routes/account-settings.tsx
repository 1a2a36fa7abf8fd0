import { useDispatch, useSelector } from 'react-redux';
import { PageHead } from '../components/page-head.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { AddressBook } from '../features/account/address-book.tsx';
import { MailPreferences } from '../features/account/mail-preferences.tsx';
import {
  DeleteAccountForm,
  EmailForm,
  PasswordForm,
  ProfileForm,
} from '../features/account/profile-form.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { toSettingsFailure } from '../features/auth/auth-messages.ts';
import { useTheme } from '../features/theme/theme-provider.tsx';
import { selectUser } from '../session/session-slice.ts';

const loadIdentity = () => import('../features/auth/identity.ts');

/**
 * The /account/settings page: profile, email address, password, emails, addresses, theme, account
 * deletion. Requires sign-in.
 */
export function Component() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  if (user === undefined) return null;
  return (
    <AccountLayout title="Settings" logout={<LogoutButton />}>
      <PageHead title="Settings" description="Profile, password, emails, addresses, theme." noindex />
      <section className="card stack" aria-labelledby="settings-profile">
        <h2 id="settings-profile">Profile</h2>
        <ProfileForm
          key={user.uid}
          user={user}
          toFailure={toSettingsFailure}
          onSave={async (profile) => (await loadIdentity()).updateProfile(dispatch, profile)}
        />
      </section>
      <section className="card stack" aria-labelledby="settings-email">
        <h2 id="settings-email">Email address</h2>
        <EmailForm
          key={user.uid}
          user={user}
          toFailure={toSettingsFailure}
          onRequest={async (request) => (await loadIdentity()).requestEmailChange(dispatch, request)}
        />
      </section>
      <section className="card stack" aria-labelledby="settings-password">
        <h2 id="settings-password">Password</h2>
        <PasswordForm
          toFailure={toSettingsFailure}
          onSave={async (passwords) => (await loadIdentity()).changePassword(dispatch, passwords)}
        />
      </section>
      <section className="card stack" aria-labelledby="settings-mail">
        <h2 id="settings-mail">Emails</h2>
        <MailPreferences key={user.uid} email={user.email} />
      </section>
      <section className="card stack" aria-labelledby="settings-addresses">
        <h2 id="settings-addresses">Addresses</h2>
        <AddressBook uid={user.uid} />
      </section>
      <section className="card stack" aria-labelledby="settings-theme">
        <h2 id="settings-theme">Theme</h2>
        <ThemeChoice />
      </section>
      <section className="card stack" aria-labelledby="settings-delete">
        <h2 id="settings-delete">Delete account</h2>
        <DeleteAccountForm
          toFailure={toSettingsFailure}
          onDelete={async () => (await loadIdentity()).deleteAccount(dispatch)}
        />
      </section>
    </AccountLayout>
  );
}

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const;

function ThemeChoice() {
  const { theme, followsSystem, setTheme, resetToSystem } = useTheme();
  const selected = followsSystem ? 'system' : theme;
  return (
    <fieldset>
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map(([value, label]) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name="theme"
            checked={selected === value}
            onChange={() => (value === 'system' ? resetToSystem() : setTheme(value))}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
