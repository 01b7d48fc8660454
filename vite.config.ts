import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const REACT_ROUTER_PRODUCTION = fileURLToPath(
  new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
)

/** The router says nowhere that its components may be left out, so the bundle would keep those that no page uses. */
const leaveOutUnusedComponents: Plugin = {
  name: 'leave-out-unused-components',
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replaceAll(/= (React\d*\.(?:createContext|forwardRef)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, ''),
  },
}

/** The browser's scripts and the page renderer; scripts/build.mjs builds both, and the server with them. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'src/web',
  // The package's exports name only its development build, which carries warnings for developers.
  ...(command === 'build' &&
    !isSsrBuild && {
      resolve: { alias: [{ find: /^react-router$/, replacement: REACT_ROUTER_PRODUCTION }] },
    }),
  publicDir: '../../public',
  plugins: [react(), tailwindcss(), leaveOutUnusedComponents],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every browser that supports the rest of our syntax preloads modules itself.
    modulePreload: { polyfill: false },
    // What the entry imports statically is one file: it compresses better than a dozen, and a change to a screen leaves
    // it in the browser's cache.
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          // The first script lists every other one, so long names cost every first visit.
          chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
          codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] },
        },
      },
    }),
  },
}))
