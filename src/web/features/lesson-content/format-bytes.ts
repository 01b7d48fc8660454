/** 512 B, 12 kB, 3.4 MB, 1.2 GB */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`
  if (bytes >= 999_500_000) return `${(bytes / 1_000_000_000).toFixed(bytes < 99_500_000_000 ? 1 : 0)} GB`
  return `${(bytes / 1_000_000).toFixed(bytes < 9_950_000 ? 1 : 0)} MB`
}
