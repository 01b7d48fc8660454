import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What every page loads. As one file it compresses several kB better than as the dozen that would be made of it, and
 * the next release's changes to a screen leave it in the browser's cache.
 */
const FRAME =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack(?!.*(InfiniteQuery|infiniteQueryObserver|[mM]utationObserver|useMutation)\.js))\/|src\/web\/(ui\/(icon|button|logo|lantern|avatar|use-hydrated|empty-state|head|list\/search-text)|app\/(not-found|route-error)\/.*|app\/layout\/(site-nav|site-layout|root|top-bar)|app\/(screen-route|guard)|data\/(api|session))\.tsx?$|src\/contract\/(errors|methods|course-filters|paths)\.ts$|course-search\.ts$|preload-helper/

/** The browser's part and its rendering on the server; scripts/build.mjs builds both, and the server beside them. */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/web',
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every browser that knows what else we use preloads modules by itself.
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && {
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: FRAME }] } } },
    }),
  },
}))
