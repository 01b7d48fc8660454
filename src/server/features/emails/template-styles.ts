import type { CSSProperties } from 'react'

// Email clients support little of a style sheet, so the light theme is set inline on each element.
const TEXT_COLOR = '#1a2136'
const ACCENT_COLOR = '#f2a324'
const SANS = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif"
const MONO = "'SF Mono', Consolas, Menlo, 'DejaVu Sans Mono', monospace"

export const MOBILE_CSS = `
@media (max-width: 480px) {
  .side { padding-left: 24px !important; padding-right: 24px !important; }
  .action { display: block !important; text-align: center !important; }
  .code { letter-spacing: 6px !important; padding-left: 6px !important; font-size: 32px !important; }
}
`

/** A separate style sheet: some email clients drop a whole sheet for one rule they do not support. */
export const DARK_MODE_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  html, body, body > table > tbody > tr > td { background-color: #0a0f1f !important; }
  .paper { background-color: #121a30 !important; border-color: #24304f !important; }
  .ink { color: #eaeefb !important; }
  .muted { color: #a3aecb !important; }
  .inset { background-color: #1a2440 !important; border-color: #3a4870 !important; }
  .link { color: #ffc670 !important; }
}
`

const CARD_BORDER = '1px solid #e6dfd1'

export const styles = {
  page: { margin: 0, padding: '40px 12px', backgroundColor: '#faf7f1', fontFamily: SANS, color: TEXT_COLOR },
  column: { maxWidth: 560 },
  header: {
    padding: '30px 44px 34px',
    borderRadius: '14px 14px 0 0',
    borderBottom: `3px solid ${ACCENT_COLOR}`,
    backgroundColor: '#0e1631',
    backgroundImage:
      'radial-gradient(circle at 52px 42px, rgba(255, 184, 77, 0.2), rgba(255, 184, 77, 0) 110px), linear-gradient(115deg, #0a0f1f 20%, #1b2858)',
  },
  logoMark: {
    display: 'inline-block',
    width: 9,
    height: 9,
    margin: '0 11px 0 4px',
    borderRadius: 9,
    backgroundColor: '#ffb84d',
    boxShadow: '0 0 0 4px rgba(255, 184, 77, 0.22), 0 0 18px 4px rgba(255, 184, 77, 0.35)',
    verticalAlign: 'middle',
  },
  brand: { margin: '0 0 30px', fontFamily: SERIF, fontSize: 18, fontWeight: 600, lineHeight: '24px', color: '#eaeefb' },
  brandAccent: { color: '#ffc670' },
  heading: {
    margin: 0,
    fontFamily: SERIF,
    fontSize: 31,
    fontWeight: 600,
    lineHeight: '38px',
    letterSpacing: '-0.3px',
    color: '#eaeefb',
  },
  card: {
    padding: '34px 44px 26px',
    backgroundColor: '#ffffff',
    borderRadius: '0 0 14px 14px',
    borderRight: CARD_BORDER,
    borderBottom: CARD_BORDER,
    borderLeft: CARD_BORDER,
  },
  paragraph: { margin: '0 0 18px', fontSize: 16, lineHeight: '26px', color: TEXT_COLOR },
  small: { margin: '0 0 18px', fontSize: 14, lineHeight: '22px', color: '#565f79' },
  link: { color: '#9a4f00', textDecoration: 'underline', wordBreak: 'break-all' },
  inset: { margin: '6px 0 24px' },
  insetCell: {
    padding: '22px 12px',
    backgroundColor: '#f6f1e7',
    border: '1px solid #e6dfd1',
    borderRadius: 10,
    textAlign: 'center',
  },
  // The padding equals the letter spacing after the last digit, which centers the code.
  code: {
    margin: 0,
    paddingLeft: 10,
    fontFamily: MONO,
    fontSize: 36,
    fontWeight: 700,
    letterSpacing: 10,
    lineHeight: '44px',
    color: TEXT_COLOR,
  },
  action: {
    padding: '14px 28px',
    borderRadius: 8,
    backgroundColor: ACCENT_COLOR,
    color: '#1a1200',
    fontSize: 16,
    fontWeight: 600,
    lineHeight: '20px',
    textDecoration: 'none',
  },
  actionRow: { margin: '8px 0 18px' },
  stepNumber: {
    width: 34,
    paddingBottom: 12,
    fontFamily: SERIF,
    fontSize: 20,
    fontWeight: 600,
    lineHeight: '26px',
    color: '#9a4f00',
    verticalAlign: 'top',
  },
  step: { paddingBottom: 12, fontSize: 16, lineHeight: '26px', color: TEXT_COLOR, verticalAlign: 'top' },
  footer: { padding: '22px 44px 0', fontSize: 13, lineHeight: '20px', color: '#565f79' },
  footerText: { margin: '0 0 6px', fontSize: 13, lineHeight: '20px', color: '#565f79' },
} as const satisfies Record<string, CSSProperties>
