"""Which pages have one template: the clustering of RecipeCrawler, and ours."""

from stook.learning.cluster.clusters import METHODS, Clusters, cluster
from stook.learning.cluster.model import Group

__all__ = ["METHODS", "Clusters", "Group", "cluster"]
