import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import { MOBILE_CSS, DARK_MODE_CSS, styles } from './template-styles.ts'

export interface EmailContext {
  /** First name; null where it is not known. */
  name: string | null
  /** The product's address. */
  siteUrl: string
  /** When what the mail tells of happened. */
  occurredAt: Date
}

interface EmailLayoutProps {
  context: EmailContext
  heading: string
  /** What a list of mails shows beside the subject. */
  preview: string
  /** Why this person gets it. */
  reason: string
  children: ReactNode
}

/** The frame of every mail: the product's name, a heading, the words. No pictures: nothing is fetched, nobody is counted. */
export function EmailLayout({ context: { name, siteUrl }, heading, preview, reason, children }: EmailLayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{MOBILE_CSS}</style>
        <style>{DARK_MODE_CSS}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={styles.page}>
        <Container style={styles.column}>
          <Row>
            <Column className="side" style={styles.header}>
              <Text style={styles.brand}>
                <span style={styles.logoMark} />
                Learn <span style={styles.brandAccent}>Lantern</span>
              </Text>
              <Heading as="h1" style={styles.heading}>
                {heading}
              </Heading>
            </Column>
          </Row>
          <Row>
            <Column className="side paper" style={styles.card}>
              <Paragraph>{name === null ? 'Hello,' : `Hello ${name},`}</Paragraph>
              {children}
            </Column>
          </Row>
          <Row>
            <Column className="side" style={styles.footer}>
              <Text className="muted" style={styles.footerText}>
                {reason} Nobody reads answers to it.
              </Text>
              <Text className="muted" style={styles.footerText}>
                Learn Lantern at{' '}
                <Link className="link" href={siteUrl} style={styles.link}>
                  {siteUrl}
                </Link>
              </Text>
            </Column>
          </Row>
        </Container>
      </Body>
    </Html>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={styles.paragraph}>
      {children}
    </Text>
  )
}

/** What matters less than the rest. */
export function SmallText({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={styles.small}>
      {children}
    </Text>
  )
}

/** A code to type, large and apart. */
export function Code({ children }: { children: string }) {
  return (
    <Row style={styles.inset}>
      <Column className="inset" style={styles.insetCell}>
        <Text className="ink code" style={styles.code}>
          {children}
        </Text>
      </Column>
    </Row>
  )
}

export function ActionButton({ href, children }: { href: string; children: string }) {
  return (
    <Section style={styles.actionRow}>
      <Button className="action" href={href} style={styles.action}>
        {children}
      </Button>
    </Section>
  )
}

/** An address in full, for programs that show no button. */
export function FallbackLink({ children }: { children: string }) {
  return (
    <SmallText>
      Or open this address:{' '}
      <Link className="link" href={children} style={styles.link}>
        {children}
      </Link>
    </SmallText>
  )
}

/** What to do, in its order. */
export function Steps({ children }: { children: string[] }) {
  return children.map((step, index) => (
    <Row key={step}>
      <Column className="link" style={styles.stepNumber}>
        {`${index + 1}. `}
      </Column>
      <Column className="ink" style={styles.step}>
        {step}
      </Column>
    </Row>
  ))
}
