// Owns buttons and links that look like buttons.
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { ShopLink } from './shop-link.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

function buttonClassNames(look: ButtonVariant, wide: boolean | undefined, extra: string | undefined): string {
  return classNames('button', look !== 'primary' && `button-${look}`, wide && 'button-full-width', extra);
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  fullWidth?: boolean;
  /** While true the button says it is busy and ignores clicks, but keeps focus. */
  busy?: boolean;
};

export function Button({
  variant: look = 'primary',
  fullWidth: wide,
  busy,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClassNames(look, wide, className)}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

type ButtonLinkProps = ComponentProps<typeof ShopLink> & { variant?: ButtonVariant; fullWidth?: boolean };

export function ButtonLink({
  variant: look = 'primary',
  fullWidth: wide,
  className,
  ...rest
}: ButtonLinkProps) {
  return <ShopLink {...rest} className={buttonClassNames(look, wide, className)} />;
}

type IconButtonProps = ComponentProps<'button'> & {
  /** What the button does; its only name. */
  label: string;
};

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
