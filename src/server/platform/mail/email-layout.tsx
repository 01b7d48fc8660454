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
import { NARROW, NIGHT, style } from './template-styles.ts'

export interface Reader {
  /** First name; null where it is not known. */
  name: string | null
  /** The product's address. */
  site: string
  /** When what the mail tells of happened. */
  at: Date
}

interface LetterProps {
  reader: Reader
  heading: string
  /** What a list of mails shows beside the subject. */
  preview: string
  /** Why this person gets it. */
  reason: string
  children: ReactNode
}

/** The frame of every mail: the product's name, a heading, the words. No pictures: nothing is fetched, nobody is counted. */
export function Letter({ reader: { name, site }, heading, preview, reason, children }: LetterProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{NARROW}</style>
        <style>{NIGHT}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={style.page}>
        <Container style={style.column}>
          <Row>
            <Column className="side" style={style.sky}>
              <Text style={style.name}>
                <span style={style.lamp} />
                Learn <span style={style.nameLit}>Lantern</span>
              </Text>
              <Heading as="h1" style={style.heading}>
                {heading}
              </Heading>
            </Column>
          </Row>
          <Row>
            <Column className="side paper" style={style.paper}>
              <Words>{name === null ? 'Hello,' : `Hello ${name},`}</Words>
              {children}
            </Column>
          </Row>
          <Row>
            <Column className="side" style={style.foot}>
              <Text className="muted" style={style.footWords}>
                {reason} Nobody reads answers to it.
              </Text>
              <Text className="muted" style={style.footWords}>
                Learn Lantern at{' '}
                <Link className="link" href={site} style={style.link}>
                  {site}
                </Link>
              </Text>
            </Column>
          </Row>
        </Container>
      </Body>
    </Html>
  )
}

export function Words({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={style.words}>
      {children}
    </Text>
  )
}

/** What matters less than the rest. */
export function Aside({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={style.small}>
      {children}
    </Text>
  )
}

/** A code to type, large and apart. */
export function Code({ children }: { children: string }) {
  return (
    <Row style={style.inset}>
      <Column className="inset" style={style.insetCell}>
        <Text className="ink code" style={style.code}>
          {children}
        </Text>
      </Column>
    </Row>
  )
}

export function Action({ href, children }: { href: string; children: string }) {
  return (
    <Section style={style.actionRow}>
      <Button className="action" href={href} style={style.action}>
        {children}
      </Button>
    </Section>
  )
}

/** An address in full, for programs that show no button. */
export function Address({ children }: { children: string }) {
  return (
    <Aside>
      Or open this address:{' '}
      <Link className="link" href={children} style={style.link}>
        {children}
      </Link>
    </Aside>
  )
}

/** What to do, in its order. */
export function Steps({ children }: { children: string[] }) {
  return children.map((step, place) => (
    <Row key={step}>
      <Column className="link" style={style.stepNumber}>
        {`${place + 1}. `}
      </Column>
      <Column className="ink" style={style.step}>
        {step}
      </Column>
    </Row>
  ))
}
