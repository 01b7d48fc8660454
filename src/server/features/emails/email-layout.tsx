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
import { Fragment, type ReactNode } from 'react'
import { MOBILE_CSS, DARK_MODE_CSS, styles } from './template-styles.ts'

export const ACCOUNT_REASON = 'You received this email because it is about the security of your account.'

interface EmailLayoutProps {
  name: string | null
  siteUrl: string
  heading: string
  /** Shown beside the subject in a mailbox. */
  preview: string
  /** Why the recipient received this email. */
  reason: string
  children: ReactNode
}

/** No images: nothing is fetched, so opening an email is not tracked. */
export function EmailLayout({ name, siteUrl, heading, preview, reason, children }: EmailLayoutProps) {
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
                {reason} Replies are not monitored.
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

/** A text of several lines in one paragraph. */
export function Lines({ children }: { children: string }) {
  return (
    <Paragraph>
      {children.split(/\r?\n/).map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Paragraph>
  )
}

export function SmallText({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={styles.small}>
      {children}
    </Text>
  )
}

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

interface FallbackLinkProps {
  /** By default it stands below a button, for email clients that show none. */
  lead?: string
  children: string
}

export function FallbackLink({ lead = 'Or open this link:', children }: FallbackLinkProps) {
  return (
    <SmallText>
      {lead}{' '}
      <Link className="link" href={children} style={styles.link}>
        {children}
      </Link>
    </SmallText>
  )
}

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
