import type { KeyboardEvent, ReactNode } from 'react'
import { FORM_TABS, type FormTab } from './values/get-form-problems.ts'

const LABELS: Record<FormTab, string> = { content: 'Content', page: 'Course page', settings: 'Settings' }

interface FormTabsProps {
  active: FormTab
  onSelect: (tab: FormTab) => void
  /** Tabs with a field that needs attention. */
  problemTabs: readonly FormTab[]
}

/** The form's parts. Arrow keys move between them. */
export function FormTabs({ active, onSelect, problemTabs }: FormTabsProps) {
  const selectByKey = (event: KeyboardEvent) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (offset === undefined) return
    event.preventDefault()
    const next = FORM_TABS.at((FORM_TABS.indexOf(active) + offset) % FORM_TABS.length) ?? 'content'
    onSelect(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label="Parts of the course"
      className="mb-5 flex gap-1 overflow-x-auto border-b border-border"
    >
      {FORM_TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === active}
          aria-controls={`panel-${tab}`}
          tabIndex={tab === active ? 0 : -1}
          onClick={() => onSelect(tab)}
          onKeyDown={selectByKey}
          className="-mb-px min-h-11 border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-muted transition duration-150 hover:text-text aria-selected:border-accent aria-selected:text-text sm:px-4"
        >
          {LABELS[tab]}
          {problemTabs.includes(tab) && tab !== active && (
            <span className="ml-2 inline-block size-2 rounded-full bg-danger align-middle">
              <span className="sr-only">Needs attention</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** Stays in the document while another tab is active, so that its fields keep what was typed. */
export function TabPanel({ tab, active, children }: { tab: FormTab; active: FormTab; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} hidden={tab !== active}>
      {children}
    </div>
  )
}
