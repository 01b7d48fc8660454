const CSP_DIRECTIVES = [
  "default-src 'self'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https: blob:",
  // 'self' for PDF lessons. Pages refuse to be framed by frame-ancestors.
  "frame-src 'self' https:",
  "style-src-attr 'unsafe-inline'",
]

/** Set on every response. */
export function getSecurityHeaders(publicUrl: string): Record<string, string> {
  // Not every browser counts a WebSocket to the same host as 'self'.
  const socketOrigin = publicUrl.replace(/^http/, 'ws')
  return {
    'content-security-policy': [...CSP_DIRECTIVES, `connect-src 'self' https: ${socketOrigin}`].join('; '),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
