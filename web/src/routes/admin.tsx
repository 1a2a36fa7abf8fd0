// Owns /admin: the desk opens at the products.
import { Navigate } from 'react-router-dom';

export function Component() {
  return <Navigate to="/admin/products" replace />;
}
