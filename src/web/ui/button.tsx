import type { ComponentProps } from 'react'
import { Link, type LinkProps } from '#web/ui/link.tsx'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'sm' | 'md' | 'lg'

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent shadow-glow hover:brightness-106 active:brightness-95',
  secondary: 'border border-border-strong text-text hover:bg-raised',
  quiet: 'text-muted hover:text-text hover:bg-raised',
  danger: 'border border-danger text-danger hover:bg-[var(--danger-wash)]',
}

const SIZES: Record<Size, string> = {
  sm: 'h-9 px-3.5 text-sm',
  md: 'h-11 px-5 text-sm',
  lg: 'h-12 px-6 text-base',
}

function getClassName(variant: Variant, size: Size, className: string): string {
  return `inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition duration-150 ease-out disabled:opacity-60 aria-disabled:opacity-60 ${VARIANTS[variant]} ${SIZES[size]} ${className}`
}

interface ButtonStyleProps {
  variant?: Variant
  size?: Size
}

export function Button({
  variant = 'primary',
  size = 'md',
  className = '',
  type = 'button',
  ...rest
}: ButtonStyleProps & ComponentProps<'button'>) {
  return <button type={type} className={getClassName(variant, size, className)} {...rest} />
}

export function ButtonLink({
  variant = 'primary',
  size = 'md',
  className = '',
  ...rest
}: ButtonStyleProps & LinkProps) {
  return <Link className={getClassName(variant, size, className)} {...rest} />
}
