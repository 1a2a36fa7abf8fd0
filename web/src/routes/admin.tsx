// Owns the desk's first address: the products are where work begins.
import { Navigate } from 'react-router-dom';

export function Component() {
  return <Navigate to="/admin/products" replace />;
}
