import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'sm' | 'md' | 'lg'

const LOOKS: Record<Look, string> = {
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

function classes(look: Look, size: Size, className: string): string {
  return `inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition duration-150 ease-out disabled:opacity-60 aria-disabled:opacity-60 ${LOOKS[look]} ${SIZES[size]} ${className}`
}

interface Shape {
  look?: Look
  size?: Size
}

export function Button({
  look = 'primary',
  size = 'md',
  className = '',
  type = 'button',
  ...rest
}: Shape & ComponentProps<'button'>) {
  return <button type={type} className={classes(look, size, className)} {...rest} />
}

export function ButtonLink({ look = 'primary', size = 'md', className = '', ...rest }: Shape & LinkProps) {
  return <Link className={classes(look, size, className)} {...rest} />
}
