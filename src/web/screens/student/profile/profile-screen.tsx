import { Suspense } from 'react'
import { paths } from '#contract/paths.ts'
import { Head } from '#web/ui/head.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AccountSections } from '#web/features/account/sections/account-sections.tsx'
import { CardSkeleton, SectionsSkeleton } from '#web/features/account/profile-skeleton.tsx'
import { ProfileCard } from '#web/features/account/profile-card.tsx'

export function Component() {
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="Profile" noIndex />
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-4xl sm:text-5xl">Profile</h1>
        <TextLink to={paths.myCertificates}>My certificates</TextLink>
      </div>
      <Suspense fallback={<CardSkeleton />}>
        <ProfileCard />
      </Suspense>
      <Suspense fallback={<SectionsSkeleton />}>
        <AccountSections />
      </Suspense>
    </div>
  )
}
