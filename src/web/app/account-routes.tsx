import { AppError } from '#contract/errors.ts'
import { query } from '#web/data/api.ts'
import { CertificateError } from '#web/screens/certificate/certificate-error.tsx'
import { createAreaRoute, createScreenRoutes, type ScreenQueries } from './screen-route.tsx'

const screenRoute = createScreenRoutes(
  import.meta.glob<{ Component: React.ComponentType }>(
    '../screens/{certificate,login,login-step,logout,second-factor,signup,forgot-password,verify-code,confirm-password,confirm-email,maintenance,view-as}/*-screen.tsx',
  ),
)

const signInQueries: ScreenQueries = () => [query('getSignInMethods', {})]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const certificateQueries: ScreenQueries = ({ params: { certificateId = '' } }) => {
  if (!UUID.test(certificateId)) throw new AppError('certificate_not_found')
  return [query('getCertificate', { certificate_id: certificateId })]
}

/** Pages of an account, of a certificate, and the maintenance page. In their own chunk, because most pages lead to none of them. */
export const accountRoute = createAreaRoute(
  'account-pages',
  'app/account-routes.tsx',
  [
    { path: 'login', ...screenRoute('login/login', signInQueries) },
    { path: 'loginstep', ...screenRoute('login-step/login-step', signInQueries) },
    { path: 'logout', ...screenRoute('logout/logout') },
    { path: 'secondfactor', ...screenRoute('second-factor/second-factor', () => [query('getAccount', {})]) },
    { path: 'signup', ...screenRoute('signup/signup', signInQueries) },
    { path: 'forgotpassword', ...screenRoute('forgot-password/forgot-password') },
    { path: 'verifycode', ...screenRoute('verify-code/verify-code') },
    { path: 'confirmpass', ...screenRoute('confirm-password/confirm-password') },
    { path: 'confirmemail', ...screenRoute('confirm-email/confirm-email') },
    {
      path: 'certificates/:certificateId',
      ...screenRoute('certificate/certificate', certificateQueries),
      ErrorBoundary: CertificateError,
    },
    { path: 'maintenance', ...screenRoute('maintenance/maintenance') },
    { path: 'viewasstudent', ...screenRoute('view-as/view-as') },
    { path: 'viewasadmin', ...screenRoute('view-as/view-as') },
    // Without an id a route gets one of its place, which depends on the areas that were loaded before: the browser would
    // not find what the server loaded for it, and show the page twice.
  ].map((route) => ({ ...route, id: `account/${route.path}` })),
)
