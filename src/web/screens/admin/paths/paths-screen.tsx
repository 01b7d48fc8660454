import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { pages } from '#web/data/api.ts'
import { ContentPanel } from '#web/features/panels/content-panel.tsx'
import { parsePanelSearch } from '#web/features/panels/panel-search.ts'
import { PATH_COLUMNS } from './path-columns.tsx'

const TEMPLATE = 'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_6rem_6rem_7.5rem_7.25rem]'

export function Component() {
  const [params] = useSearchParams()
  return (
    <ContentPanel
      title="Paths"
      path={paths.adminPaths}
      label="Paths"
      columns={PATH_COLUMNS}
      template={TEMPLATE}
      list={useInfiniteQuery({ ...pages('getPathsAdmin', parsePanelSearch(params)), staleTime: 30_000 })}
      getRowId={(path) => path.path_id}
      addLink={{ to: paths.addPath, text: 'Add path' }}
      emptyState={{
        title: 'No paths yet',
        text: 'A path puts courses in the right order toward one goal.',
        noMatchText: 'No paths match your filters.',
      }}
    />
  )
}
