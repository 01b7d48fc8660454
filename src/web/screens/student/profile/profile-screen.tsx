import { Suspense } from 'react'
import { Head } from '#web/ui/head.tsx'
import { AccountSections } from '#web/features/account/sections/account-sections.tsx'
import { CardSkeleton, SectionsSkeleton } from '#web/features/account/profile-skeleton.tsx'
import { ProfileCard } from '#web/features/account/profile-card.tsx'

export function Component() {
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="Profile" noIndex />
      <h1 className="mb-8 text-4xl sm:text-5xl">Profile</h1>
      <Suspense fallback={<CardSkeleton />}>
        <ProfileCard />
      </Suspense>
      <Suspense fallback={<SectionsSkeleton />}>
        <AccountSections />
      </Suspense>
    </div>
  )
}
