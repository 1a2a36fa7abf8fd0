import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { ShopLink } from './shop-link.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

function buttonClassNames(
  variant: ButtonVariant,
  fullWidth: boolean | undefined,
  extra: string | undefined,
): string {
  return classNames(
    'button',
    variant !== 'primary' && `button-${variant}`,
    fullWidth && 'button-full-width',
    extra,
  );
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  fullWidth?: boolean;
  /**
   * Marks the button as busy (aria-busy) and ignores clicks, without the focus loss of `disabled`.
   */
  busy?: boolean;
};

/** A button of type `button` unless `type` is given. */
export function Button({ variant = 'primary', fullWidth, busy, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClassNames(variant, fullWidth, className)}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

type ButtonLinkProps = ComponentProps<typeof ShopLink> & { variant?: ButtonVariant; fullWidth?: boolean };

/** A link that looks like a button. */
export function ButtonLink({ variant = 'primary', fullWidth, className, ...rest }: ButtonLinkProps) {
  return <ShopLink {...rest} className={buttonClassNames(variant, fullWidth, className)} />;
}

type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
};

/** A button whose only content is an icon. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames('icon-button', className)}
    />
  );
}
