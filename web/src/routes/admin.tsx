import { Navigate } from 'react-router-dom';

/** Redirects /admin to the products page. */
export function Component() {
  return <Navigate to="/admin/products" replace />;
}
