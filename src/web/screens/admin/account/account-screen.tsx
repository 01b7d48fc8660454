import { Suspense } from 'react'
import { ProfileCard } from '#web/features/account/profile-card.tsx'
import { CardSkeleton, SectionsSkeleton } from '#web/features/account/profile-skeleton.tsx'
import { AccountSections } from '#web/features/account/sections/account-sections.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'

/** The signed-in admin's own account. */
export function Component() {
  return (
    <div className="mx-auto max-w-6xl pb-8">
      <PanelHeader title="Your account" description="Your profile, password and sessions." />
      <Suspense fallback={<CardSkeleton />}>
        <ProfileCard />
      </Suspense>
      <Suspense fallback={<SectionsSkeleton />}>
        <AccountSections />
      </Suspense>
    </div>
  )
}
