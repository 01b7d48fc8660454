export const FILTER_CONTROL =
  'h-11 rounded-control border border-border-strong bg-surface px-3 text-base transition duration-150 hover:border-muted sm:text-sm'
