import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Section, Text } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'

// Mail programs read no style sheets worth the name, so colours stand here: those of the light theme.
const INK = '#1a2136'
const MUTED = '#565f79'
const AMBER = '#f2a324'
const FONT = "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
const DISPLAY = "Fraunces, Georgia, 'Times New Roman', serif"

const page: CSSProperties = { margin: 0, padding: '32px 12px', backgroundColor: '#faf7f1', fontFamily: FONT, color: INK }
const card: CSSProperties = {
  maxWidth: 520,
  padding: '36px 40px',
  backgroundColor: '#ffffff',
  border: '1px solid #e6dfd1',
  borderTop: `4px solid ${AMBER}`,
  borderRadius: 12,
}
const paragraph: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: '26px' }

interface LetterProps {
  /** What a list of mails shows beside the subject. */
  preview: string
  heading: string
  /** Null where no name is known. */
  name: string | null
  children: ReactNode
}

/** The frame of every mail: the product's name, a heading, the words. No pictures: nothing is fetched, nobody is counted. */
export function Letter({ preview, heading, name, children }: LetterProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={page}>
        <Container style={card}>
          <Text style={{ margin: '0 0 28px', fontFamily: DISPLAY, fontSize: 20, fontWeight: 600, lineHeight: '24px' }}>
            Learn <span style={{ color: '#9a4f00' }}>Lantern</span>
          </Text>
          <Heading as="h1" style={{ margin: '0 0 20px', fontFamily: DISPLAY, fontSize: 28, fontWeight: 600, lineHeight: '34px' }}>
            {heading}
          </Heading>
          <Words>{name === null ? 'Hello,' : `Hello ${name},`}</Words>
          {children}
          <Hr style={{ margin: '28px 0 20px', borderColor: '#e6dfd1' }} />
          <Text style={{ margin: 0, fontSize: 13, lineHeight: '20px', color: MUTED }}>
            You get this mail because of something that happened to your account. Nobody reads answers to it.
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

export function Words({ children }: { children: ReactNode }) {
  return <Text style={paragraph}>{children}</Text>
}

/** A code to type, large and apart. */
export function Code({ children }: { children: string }) {
  return (
    <Section style={{ margin: '8px 0 24px', padding: '18px 0', backgroundColor: '#f3eee4', borderRadius: 10, textAlign: 'center' }}>
      <Text style={{ margin: 0, fontFamily: "'SF Mono', Consolas, Menlo, monospace", fontSize: 34, fontWeight: 700, letterSpacing: 8, lineHeight: '42px' }}>
        {children}
      </Text>
    </Section>
  )
}

export function Action({ href, children }: { href: string; children: string }) {
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Button
        href={href}
        style={{ padding: '13px 26px', borderRadius: 8, backgroundColor: AMBER, color: '#1a1200', fontSize: 16, fontWeight: 600, textDecoration: 'none' }}
      >
        {children}
      </Button>
    </Section>
  )
}
